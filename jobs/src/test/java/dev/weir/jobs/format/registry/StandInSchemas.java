package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/** The schemas of a stand-in for a registry. The versions of a subject are counted in the order of the numbers. */
final class StandInSchemas {

    private final Map<Long, Registered> schemas = new ConcurrentSkipListMap<>();
    private final Set<Long> broken = new ConcurrentSkipListSet<>();
    private final Set<String> stalled = new ConcurrentSkipListSet<>();
    private volatile Rule rule = Rule.NONE;

    /** The schemas that subjects take. */
    enum Rule {
        /** Schemas are taken, whatever they are. */
        NONE,
        /** Schemas are taken by which messages of the newest one can be read. */
        BACKWARD,
        /** Schemas are refused. */
        READONLY
    }

    /**
     * A schema.
     *
     * @param subject its subject
     * @param schema its text
     * @param type its type
     * @param references the subjects of what it imports, by the names under which they are imported
     */
    record Registered(String subject, String schema, String type, Map<String, String> references) {}

    /**
     * An answer.
     *
     * @param status the status of HTTP
     * @param body what becomes the body, as JSON
     */
    record Answer(int status, Object body) {

        static Answer ok(Object body) {
            return new Answer(200, body);
        }

        static Answer error(int status, int code, String message) {
            return new Answer(status, Map.of("error_code", code, "message", message));
        }
    }

    void put(long id, Registered schema) {
        schemas.put(id, schema);
    }

    void remove(long id) {
        schemas.remove(id);
    }

    void breakSchema(long id, boolean isBroken) {
        if (isBroken) {
            broken.add(id);
        } else {
            broken.remove(id);
        }
    }

    void stall(long id, boolean isStalled) {
        String subject = schema(id).subject();
        if (isStalled) {
            stalled.add(subject);
        } else {
            stalled.remove(subject);
        }
    }

    boolean isStalled(String subject) {
        return stalled.contains(subject);
    }

    void setRule(Rule next) {
        rule = next;
    }

    Answer rule() {
        return Answer.ok(Map.of("compatibilityLevel", rule));
    }

    /** Sets the rule of all subjects. */
    Answer ruled(JsonNode given) {
        setRule(Rule.valueOf(given.path("compatibility").asText()));
        return Answer.ok(given);
    }

    /** The numbers of a subject's schemas. */
    private List<Long> of(String subject) {
        return schemas.entrySet().stream()
                .filter(entry -> entry.getValue().subject().equals(subject))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Registered schema(long id) {
        return Objects.requireNonNull(schemas.get(id));
    }

    Answer find(String subject, String schema) {
        List<Long> found = of(subject);
        Optional<Long> id = found.stream()
                .filter(each -> schema(each).schema().equals(schema))
                .findFirst();
        return id.map(known -> tell(subject, String.valueOf(found.indexOf(known) + 1)))
                .orElseGet(() -> Answer.error(404, found.isEmpty() ? 40401 : 40403, "Not found."));
    }

    Answer register(Registered given) {
        String subject = given.subject();
        String schema = given.schema();
        List<Long> before = of(subject);
        if (rule == Rule.READONLY) {
            return Answer.error(422, 42205, "Subject " + subject + " is in read-only mode");
        }
        boolean isFirst = before.isEmpty();
        if (rule == Rule.BACKWARD
                && !isFirst
                && !reads(schema, schema(before.get(before.size() - 1)).schema())) {
            return Answer.error(409, 409, "Schema being registered is incompatible with an earlier schema: " + schema);
        }
        long id = schemas.keySet().stream().mapToLong(known -> known).max().orElse(0) + 1;
        put(id, given);
        return Answer.ok(Map.of("id", id));
    }

    private static boolean reads(String reader, String writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(
                                new Schema.Parser().parse(reader), new Schema.Parser().parse(writer))
                        .getType()
                == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE;
    }

    Answer list(String subject) {
        List<Long> found = of(subject);
        return found.isEmpty()
                ? Answer.error(404, 40401, "Subject not found.")
                : Answer.ok(IntStream.rangeClosed(1, found.size()).toArray());
    }

    Answer tell(String subject, String asked) {
        List<Long> found = of(subject);
        int version = asked.equals("latest") ? found.size() : Integer.parseInt(asked);
        if (version < 1 || version > found.size()) {
            return Answer.error(404, found.isEmpty() ? 40401 : 40402, "Not found.");
        }
        long id = found.get(version - 1);
        return broken.contains(id)
                ? Answer.error(500, 50001, "Error in the backend data store.")
                : Answer.ok(fields(id, version));
    }

    private Map<String, Object> fields(long id, int version) {
        Registered schema = schema(id);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("subject", schema.subject());
        fields.put("version", version);
        fields.put("id", id);
        if (!schema.type().equals("AVRO")) {
            fields.put("schemaType", schema.type());
        }
        if (!schema.references().isEmpty()) {
            fields.put(
                    "references",
                    schema.references().entrySet().stream()
                            .map(each -> Map.of("name", each.getKey(), "subject", each.getValue(), "version", 1))
                            .toList());
        }
        fields.put("schema", schema.schema());
        return fields;
    }
}
