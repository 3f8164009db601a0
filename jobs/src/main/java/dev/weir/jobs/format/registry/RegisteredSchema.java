package dev.weir.jobs.format.registry;

/**
 * A schema that a registry has under the subject.
 *
 * @param id its number, by which messages name it
 * @param type its language, {@code AVRO} unless the registry says another one
 * @param text the schema
 */
record RegisteredSchema(long id, String type, String text) {}
