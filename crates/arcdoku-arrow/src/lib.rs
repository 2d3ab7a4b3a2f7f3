//! Kernels over Arrow arrays and byte slices: a million boards at a time.

// **Invariant:** no Python, no files, no clock; a malformed row never ends a batch.
