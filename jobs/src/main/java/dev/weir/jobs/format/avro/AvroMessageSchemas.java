package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.registry.MessageSchemas;
import java.util.Collection;
import java.util.Optional;

/**
 * Schemas of Avro that messages have. Each field that is read must have the kind of values that the pipeline's own schema gives it.
 *
 * @param kinds the kinds of values by the pipeline's own schema
 * @param tag the tag under which fingerprints of queries have the places of fields
 */
record AvroMessageSchemas(FieldKinds kinds, int tag) implements MessageSchemas {

    @Override
    public String place(String field) {
        return kinds.place(field);
    }

    @Override
    public Optional<String> misfit(String text, Collection<String> fields) {
        return kinds.misfit(kinds.parsed(text), fields);
    }

    @Override
    public Reader reader(String text, FieldNumbers numbers) {
        return new AvroSplitter(kinds.parsed(text).orElseThrow(), RegistryHeader.NONE, numbers.tree())::splitFrom;
    }
}
