/**
 * Mechanisms of local differential privacy: noise that is added before anything is sent, where the server is not trusted.
 *
 * <p>A mechanism turns one value into one report whose probability differs by at most a factor e<sup>&epsilon;</sup>
 * between any two values. All probabilities are quotients of whole numbers, so that a draw needs no floating point and
 * the factor holds exactly. The package needs neither Flink nor Kafka: a client draws with the same classes that a
 * server estimates with.
 */
@NullMarked
package dev.weir.accountant.local;

import org.jspecify.annotations.NullMarked;
