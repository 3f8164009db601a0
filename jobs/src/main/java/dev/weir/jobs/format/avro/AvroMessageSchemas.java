package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.jobs.format.registry.MessageSchemas;
import java.util.Optional;
import org.apache.avro.Schema;

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
    public Verdict judge(String text, FieldNumbers numbers) {
        Optional<Schema> written = kinds.parsed(text);
        Optional<String> misfit = kinds.misfit(written, numbers.names());
        return misfit.isPresent()
                ? Verdict.misfit(misfit.get())
                : Verdict.fit(new AvroSplitter(written.orElseThrow(), RegistryHeader.NONE, numbers.tree())::splitFrom);
    }
}
