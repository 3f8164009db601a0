package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.registry.MessageSchemas;
import java.util.Optional;

/**
 * Schemas of Protocol Buffers that messages have. Each field that is read must have the same numbers on its path as in the pipeline's own schema, for a
 * number is what a field is to a message, and the same kind of values: {@link MessagePaths#kind}.
 *
 * @param own the type of messages by the pipeline's own schema
 * @param tag the tag under which fingerprints of queries have the places of fields
 */
record ProtobufMessageSchemas(Descriptor own, int tag) implements MessageSchemas {

    @Override
    public String place(String field) {
        String kind = new MessagePaths(own).kind(field);
        return kind.isEmpty() ? "" : kind + " by a registry";
    }

    @Override
    public Verdict judge(String text, FieldNumbers numbers) {
        Optional<Descriptor> written = ProtoFiles.message(text, own.getFullName());
        if (written.isEmpty()) {
            return Verdict.misfit("cannot be read as Protocol Buffers (" + ProtoFiles.BOUNDS + "), or has no message "
                    + own.getFullName());
        }
        MessagePaths messages = new MessagePaths(written.get());
        Optional<String> misfit = numbers.names().stream()
                .flatMap(field -> misfit(messages, field).stream())
                .findFirst();
        return misfit.isPresent() ? Verdict.misfit(misfit.get()) : Verdict.fit(reader(written.get(), numbers));
    }

    private Optional<String> misfit(MessagePaths messages, String field) {
        MessagePaths paths = new MessagePaths(own);
        String expected = paths.kind(field);
        if (!expected.isEmpty() && messages.isOfUnknownType(field)) {
            return Optional.of("has a type that it neither has nor imports on the path " + field);
        }
        Optional<String> outer = FieldNumbers.outer(field)
                .filter(path ->
                        !messages.kind(path).isEmpty() && !messages.kind(path).equals(paths.kind(path)))
                .findFirst();
        if (!expected.isEmpty() && outer.isPresent()) {
            return outer.map(path -> other(messages, paths, path));
        }
        String found = messages.kind(field);
        if (expected.isEmpty() || found.equals(expected) || (found.isEmpty() && paths.mayBeMissing(field))) {
            return Optional.empty();
        }
        return Optional.of(found.isEmpty() ? "has no field " + field : other(messages, paths, field));
    }

    private static String other(MessagePaths messages, MessagePaths paths, String path) {
        return "has " + messages.kind(path) + " as " + path + ", source.schema-file has " + paths.kind(path);
    }

    private static Reader reader(Descriptor written, FieldNumbers numbers) {
        ProtobufSplitter splitter = new ProtobufSplitter(written, numbers.tree());
        return (message, from, fields) -> splitter.splitFrom(message, from, true, fields);
    }
}
