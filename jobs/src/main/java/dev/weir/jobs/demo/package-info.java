/** The embedded broker and cluster, and the replay of recorded streams through them. */
@NullMarked
package dev.weir.jobs.demo;

import org.jspecify.annotations.NullMarked;
