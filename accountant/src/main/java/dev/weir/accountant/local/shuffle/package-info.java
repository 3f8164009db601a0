/** What the estimates of many local reports tell about one of them, to those who see nothing else. */
@NullMarked
package dev.weir.accountant.local.shuffle;

import org.jspecify.annotations.NullMarked;
