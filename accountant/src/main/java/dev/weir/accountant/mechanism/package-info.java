/** What is drawn and the privacy event that it causes, in one object; and what a record is charged for it. */
@NullMarked
package dev.weir.accountant.mechanism;

import org.jspecify.annotations.NullMarked;
