package dev.weir.accountant.synth;

/**
 * The statement that a release is (&epsilon;, &delta;)-differentially private. Both numbers are rounded up.
 *
 * @param epsilon &epsilon; in nats, possibly infinite
 * @param delta &delta;, at most 1
 */
public record DeniableLoss(double epsilon, double delta) {}
