package dev.weir.accountant.compose.pld;

/**
 * The loss of one mechanism that runs several times.
 *
 * @param distribution the distribution of the loss of one run
 * @param count the number of runs, a whole number, at least 1
 */
public record RepeatedLoss(PrivacyLossDistribution distribution, double count) {}
