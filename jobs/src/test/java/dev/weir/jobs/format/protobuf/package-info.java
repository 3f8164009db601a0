@NullMarked
package dev.weir.jobs.format.protobuf;

import org.jspecify.annotations.NullMarked;
