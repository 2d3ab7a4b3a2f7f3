//! The techniques that a person uses, one file per family, in the order of HoDoKu (B. Hobiger).
//!
//! Each family finds all its instances in a state, or only the first one, which a solver applies. The latter is
//! faster. [`HumanScratch`] lists the families; [`crate::deduction`] defines their results and queries.

mod als;
mod bug;
mod chain;
mod coloring;
mod exocet;
mod fish;
mod forcing;
mod kraken;
mod links;
mod locked;
mod multi_sector;
mod nice_loop;
mod order;
mod rectangle;
mod remote_pair;
mod single;
mod single_digit;
mod subset;
mod sue_de_coq;
mod template;
mod wing;

use crate::deduction::{self, Family, Finder, Finders};

/// A search among the techniques of this module.
pub(crate) type Search<'a> = deduction::Search<'a, HumanScratch>;

/// Memory that families keep between searches.
#[derive(Debug, Default)]
pub(crate) struct HumanScratch {
    als: als::AlsScratch,
    chain: chain::ChainScratch,
    fish: fish::FishScratch,
    forcing: forcing::ForcingScratch,
    links: links::StrongLinkScratch,
    rectangle: rectangle::RectangleScratch,
}

impl Finders for HumanScratch {
    fn finder(family: Family) -> Option<Finder<Self>> {
        use Finder::{Sound, Uniqueness};
        Some(match family {
            Family::Single => Sound(single::find),
            Family::Locked => Sound(locked::find),
            Family::Subset => Sound(subset::find),
            Family::Fish => Sound(fish::find),
            Family::Kraken => Sound(kraken::find),
            Family::SingleDigit => Sound(single_digit::find),
            Family::Coloring => Sound(coloring::find),
            Family::Rectangle => Uniqueness(rectangle::find),
            Family::Bug => Uniqueness(bug::find),
            Family::Chain => Sound(chain::find),
            Family::RemotePair => Sound(remote_pair::find),
            Family::Loop => Sound(nice_loop::find),
            Family::Wing => Sound(wing::find),
            Family::Als => Sound(als::find),
            Family::SueDeCoq => Sound(sue_de_coq::find),
            Family::Template => Sound(template::find),
            Family::Forcing => Sound(forcing::find),
            Family::Exocet => Sound(exocet::find),
            Family::MultiSector => Sound(multi_sector::find),
            _ => return None,
        })
    }

    fn forget(&mut self) {
        self.als.forget();
        self.chain.forget();
        self.fish.forget();
        self.links.forget();
        self.rectangle.forget();
    }
}
