/** The embedded broker and cluster, and the replay of recorded streams through them. */
@org.jspecify.annotations.NullMarked
package dev.weir.jobs.demo;
