/** Scripts of Flink SQL, which become the same tree of settings as pipeline files in YAML. */
@NullMarked
package dev.weir.sql;

import org.jspecify.annotations.NullMarked;
