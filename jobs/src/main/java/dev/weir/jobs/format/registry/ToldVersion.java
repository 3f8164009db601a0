package dev.weir.jobs.format.registry;

import org.jspecify.annotations.Nullable;

/**
 * What a registry tells of a version of a subject.
 *
 * @param references what has become of the schemas that it refers to
 * @param schema the schema with these; null if they are not told, or what is told is no schema
 */
record ToldVersion(References.State references, @Nullable RegisteredSchema schema) {}
