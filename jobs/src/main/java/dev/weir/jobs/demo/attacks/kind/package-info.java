/** The nine attacks. Each has its adversary's code, which the page shows. */
@NullMarked
package dev.weir.jobs.demo.attacks.kind;

import org.jspecify.annotations.NullMarked;
