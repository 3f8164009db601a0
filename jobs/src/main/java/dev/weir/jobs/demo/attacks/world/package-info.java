/** What an attack is: the worlds it is carried out in, their records, what is published of them, and what the adversary sees. */
@NullMarked
package dev.weir.jobs.demo.attacks.world;

import org.jspecify.annotations.NullMarked;
