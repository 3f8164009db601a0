package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.Window;

/** The records, keys, windows and bounds of a query: everything except the released values. */
record QueryShape<T>(Selection<T> selection, Window window, Bounds bounds) {}
