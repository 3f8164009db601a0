/**
 * Linear models that are learnt with differential privacy: from noisy second moments, along noisy gradients, and as a minimiser with noise.
 * The classes are pure; whoever calls them draws the noise and charges for it.
 */
@NullMarked
package dev.weir.accountant.learn;

import org.jspecify.annotations.NullMarked;
