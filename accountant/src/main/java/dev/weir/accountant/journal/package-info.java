/**
 * The release protocol. It decides when a batch may be released, so that no restart, rollback, clone or second pipeline
 * refunds a charge or gives a release a second value. The package is pure: it has no clock, no thread and no
 * randomness. {@link Start} and {@link Committer} return the next step and are told its outcome.
 *
 * <p><b>What is assumed.</b> The ledger is one log. A transaction is in it whole or not at all. Writing under a
 * transactional id needs the id, and whoever takes an id ends or finishes what its earlier holder had under way. A reading
 * shows everything that was in the log when the reading began. Only completed checkpoints are restored.
 *
 * <p><b>What follows</b>, for every order of crashes, attempts that go on after they were replaced, lost callbacks, writes
 * without a known outcome, restores of any earlier checkpoint, clones and other pipelines of the domain:
 * <ol>
 *   <li>No release has two values. Values are drawn before the checkpoint that closes their batch. By {@link Start}, at
 *       any time one owner can write, and it has been started from a state that the ledger continues with equal digests, hence
 *       holds exactly the drawn values that the ledger holds and has closed their windows.
 *   <li>Everything visible is in the ledger with its charge, because copies follow the ledger.
 *   <li>No charge is refunded: a state that may start has seen every committed batch, so its accounts have paid for all.
 *   <li>The domain's budget holds: claims are checked and written by who holds the domain's id, so each check has seen all
 *       earlier claims; a claim stays open until its owner can write no more.
 *   <li>A run without clones and old states is never refused: what it restores is its newest completed checkpoint, which
 *       holds every batch that may have been written, because batches are written only after their checkpoint.
 * </ol>
 * A test explores all interleavings of a bounded model of these classes.
 *
 * <p>A ledger that has lost its end is told by the digests that states keep ({@link JournalState#anchor}). A ledger and all
 * states that have lost the same end are not.
 */
@NullMarked
package dev.weir.accountant.journal;

import org.jspecify.annotations.NullMarked;
