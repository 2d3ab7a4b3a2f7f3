//! For tests: the reference solver, the propagator harness, generators with known answers.
