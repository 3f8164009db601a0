/** What a client needs to answer a question by a local report, and to answer it no more often than it is meant to. */
@NullMarked
package dev.weir.accountant.local.client;

import org.jspecify.annotations.NullMarked;
