/**
 * The release protocol. It decides when a batch may be released, so that no restart, rollback, clone or second pipeline
 * refunds a charge or gives a release a second value. The package is pure: it has no clock, no thread and no
 * randomness. {@link Start} and {@link Committer} return the next step and are told its outcome.
 *
 * <p><b>What is assumed.</b> The ledger is one log. A transaction is in it whole or not at all. A process can write under a transactional
 * id only while it holds the id. Taking an id aborts or completes the open transactions of its earlier holder. A reading returns everything
 * that was in the log when the reading began. Only completed checkpoints are restored.
 *
 * <p><b>What follows</b>, for every order of crashes, attempts that go on after they were replaced, lost callbacks, writes
 * without a known outcome, restores of any earlier checkpoint, clones and other pipelines of the domain:
 * <ol>
 *   <li>No release has two values. Values are drawn before the checkpoint that closes their batch. By {@link Start}, at most one owner can
 *       write at any time. This owner was started from a state whose digests equal those of the ledger, so the state has exactly the drawn
 *       values that the ledger has, and has closed their windows.
 *   <li>Everything visible is in the ledger with its charge, because copies are published only after the ledger has the batch.
 *   <li>No charge is refunded: a state that may start has seen every committed batch, so its accounts have paid for all.
 *   <li>The domain's budget holds: claims are checked and written by the holder of the domain's id, so each check has seen all earlier
 *       claims. A claim stays open until its owner can write no more.
 *   <li>The state of a run is never refused if the run has no clone and is not restored from an old state. Such a run restores its newest
 *       completed checkpoint, which contains every batch that may have been written, because batches are written only after their
 *       checkpoint has completed.
 * </ol>
 * A test explores all interleavings of a bounded model of these classes.
 *
 * <p>The digests that states keep show whether a ledger has lost its end ({@link JournalState#anchor}), unless all states were rolled back
 * so far that they do not know the lost end either.
 */
@NullMarked
package dev.weir.accountant.journal;

import org.jspecify.annotations.NullMarked;
