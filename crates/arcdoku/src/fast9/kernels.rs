//! The entry points of the engines, each compiled for every tier.

use super::arch::vector::Digits;
use super::arch::{Kernel, MachineTier, Tier};
use super::board::{Board, Cells};
use super::houses;
use super::lanes::{self, LaneRequest, LaneScratch};
use super::latency::{self, Classic, Exit, LatencySearch};
use super::report::EngineReport;
use super::tables::HouseTables;
use crate::puzzle::Limit;

/// The entry points of a tier that the machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernels {
    machine: MachineTier,
    /// The tier of a search for one puzzle with rows, columns and boxes. Nine digits leave seven of sixteen words idle,
    /// but occupy the units of all sixteen, so AVX-512 machines use AVX2.
    alone: MachineTier,
    lane_count: usize,
}

impl Kernels {
    /// The entry points, if the machine has the tier.
    pub(super) fn of(tier: Tier) -> Option<Self> {
        let machine = MachineTier::of(tier)?;
        let narrower = MachineTier::of(Tier::Avx2).filter(|_| tier == Tier::Avx512);
        Some(Self { machine, alone: narrower.unwrap_or(machine), lane_count: machine.run(LaneCount) })
    }

    /// The tier.
    pub(super) fn tier(&self) -> Tier {
        self.machine.tier()
    }

    /// The number of lanes.
    pub(super) fn lane_count(&self) -> usize {
        self.lane_count
    }

    /// See [`latency::run`]; the rules are rows, columns and boxes.
    pub(super) fn latency(&self, search: &mut LatencySearch, wanted: u64, most: u64, pause: u64) -> Exit {
        self.alone.run(Latency { search, wanted, most, pause })
    }

    /// See [`houses::run`]; the rules are the tables.
    pub(super) fn houses(
        &self,
        tables: &HouseTables,
        search: &mut LatencySearch,
        wanted: u64,
        most: u64,
        pause: u64,
    ) -> Exit {
        self.machine.run(Houses { tables, latency: Latency { search, wanted, most, pause } })
    }

    /// See [`lanes::run`].
    pub(super) fn lanes(
        &self,
        scratch: &mut LaneScratch,
        tasks: &[Board],
        request: &LaneRequest<'_>,
        found: &mut [EngineReport],
    ) -> Option<Limit> {
        self.machine.run(Lanes { scratch, tasks, request, found })
    }

    /// See [`Board::of_clues`].
    pub(super) fn load(&self, cells: &Cells) -> Board {
        self.machine.run(Load(cells))
    }

    /// See [`Board::digits`].
    pub(super) fn digits(&self, board: &Board, digits: &mut [u8; 81]) {
        self.machine.run(Store(board, digits));
    }
}

struct LaneCount;

impl Kernel for LaneCount {
    type Output = usize;

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        _: V::Proof,
    ) -> usize {
        V::LANES
    }
}

struct Latency<'a> {
    search: &'a mut LatencySearch,
    wanted: u64,
    most: u64,
    pause: u64,
}

impl Kernel for Latency<'_> {
    type Output = Exit;

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        proof: V::Proof,
    ) -> Exit {
        let Self { search, wanted, most, pause } = self;
        latency::run(proof, &Classic::<D, H>::new(proof), search, wanted, most, pause)
    }
}

struct Houses<'a> {
    tables: &'a HouseTables,
    latency: Latency<'a>,
}

impl Kernel for Houses<'_> {
    type Output = Exit;

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        proof: V::Proof,
    ) -> Exit {
        if !HouseTables::EXIST {
            return Exit::Exhausted;
        }
        let Latency { search, wanted, most, pause } = self.latency;
        houses::run::<V, G>(proof, self.tables, search, wanted, most, pause)
    }
}

struct Lanes<'a, 'r> {
    scratch: &'a mut LaneScratch,
    tasks: &'a [Board],
    request: &'a LaneRequest<'r>,
    found: &'a mut [EngineReport],
}

impl Kernel for Lanes<'_, '_> {
    type Output = Option<Limit>;

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        proof: V::Proof,
    ) -> Option<Limit> {
        lanes::run::<V, G>(proof, self.scratch, self.tasks, self.request, self.found)
    }
}

struct Load<'a>(&'a Cells);

impl Kernel for Load<'_> {
    type Output = Board;

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(
        self,
        proof: V::Proof,
    ) -> Board {
        V::board(proof, self.0)
    }
}

struct Store<'a>(&'a Board, &'a mut [u8; 81]);

impl Kernel for Store<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Digits, const G: usize, D: Digits<Proof = V::Proof>, const H: usize>(self, proof: V::Proof) {
        V::digits(proof, self.0, self.1);
    }
}
