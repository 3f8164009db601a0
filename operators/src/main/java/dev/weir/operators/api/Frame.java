package dev.weir.operators.api;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Window;

/** Records, keys, windows and bounds of a query: everything but what is released. */
record Frame<T>(Selection<T> selection, Window window, Bounds bounds) {}
