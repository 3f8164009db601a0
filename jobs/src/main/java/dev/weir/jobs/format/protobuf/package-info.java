/**
 * Protocol Buffers: the library reads descriptor sets, and a walk of our own over the descriptor of a message reads messages, as for Avro:
 * docs/decisions/0039.
 */
@NullMarked
package dev.weir.jobs.format.protobuf;

import org.jspecify.annotations.NullMarked;
