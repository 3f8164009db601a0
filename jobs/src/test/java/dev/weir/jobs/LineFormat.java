package dev.weir.jobs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Writes records, valid or broken. */
enum LineFormat {
    CSV {
        @Override
        String text(Map<String, String> fields) {
            return String.join(",", fields.values());
        }

        @Override
        String malformed(Map<String, String> fields, int way) {
            return switch (way) {
                case 0 -> "";
                case 1 -> Containment.CANARY + ",too,few";
                case 2 -> text(fields) + ",too many";
                case 3 -> text(fields) + "\"stray";
                default -> text(fields) + ",\"unclosed";
            };
        }

        @Override
        String ofWrongType(Map<String, String> fields, int way) {
            throw new UnsupportedOperationException("CSV has no types");
        }
    },
    JSON {
        @Override
        String text(Map<String, String> fields) {
            return fields.entrySet().stream()
                    .map(field -> "\"" + field.getKey() + "\":\"" + field.getValue() + "\"")
                    .collect(Collectors.joining(",", "{", "}"));
        }

        @Override
        String malformed(Map<String, String> fields, int way) {
            String whole = text(fields);
            return switch (way) {
                case 0 -> "";
                case 1 -> Containment.CANARY + " is not JSON";
                case 2 -> whole.substring(0, whole.length() - 3);
                case 3 -> whole.replaceFirst("}$", ",\"unit\":\"twice\"}");
                default -> whole + whole;
            };
        }

        @Override
        String ofWrongType(Map<String, String> fields, int way) {
            String whole = text(fields);
            return switch (way) {
                case 0 -> "[\"" + Containment.CANARY + "\"]";
                case 1 -> whole.replaceFirst("\"time\":\"[^\"]*\"", "\"time\":[1]");
                case 2 -> whole.replaceFirst("\"unit\":\"([^\"]*)\"", "\"unit\":{\"id\":\"$1\"}");
                case 3 -> whole.replaceFirst("\"value\":\"[^\"]*\"", "\"value\":true");
                default -> whole.replaceFirst("\"key\":\"[^\"]*\"", "\"key\":[]");
            };
        }
    };

    /** The maximum length of a record in bytes. */
    static final int RECORD_BYTES = 300;

    private static final int WAYS = 5;
    private static final int UNDECLARED = 8;

    /**
     * A record.
     *
     * @param millis its event time
     * @param unit its user's number
     * @param key its key's number; there are eight, and one more that is never declared
     * @param value its value
     * @param kind the field of a query's filter
     */
    record Row(long millis, int unit, int key, String value, String kind) {

        Row at(long other) {
            return new Row(other, unit, key, value, kind);
        }

        Map<String, String> fields() {
            Map<String, String> fields = new LinkedHashMap<>();
            boolean spelled = Math.floorMod(millis, 2) == 0;
            fields.put("time", spelled ? Instant.ofEpochMilli(millis).toString() : Long.toString(millis));
            fields.put("unit", Containment.CANARY + unit);
            fields.put("key", key == UNDECLARED ? Containment.CANARY + "-key" : "k" + key);
            fields.put("value", value);
            fields.put("kind", kind);
            return fields;
        }
    }

    /**
     * A line that must be rejected.
     *
     * @param bytes its bytes
     * @param hasTime whether its event time can still be read
     */
    record Broken(byte[] bytes, boolean hasTime) {}

    abstract String text(Map<String, String> fields);

    abstract String malformed(Map<String, String> fields, int way);

    abstract String ofWrongType(Map<String, String> fields, int way);

    String header() {
        return this == CSV ? "time,unit,key,value,kind\n" : "";
    }

    byte[] line(Row row) {
        return text(row.fields()).getBytes(StandardCharsets.UTF_8);
    }

    Broken malformed(Row row, SplittableRandom random) {
        if (random.nextInt(WAYS) == 0) {
            byte[] bytes = line(row);
            bytes[random.nextInt(bytes.length)] = (byte) 0xff;
            return new Broken(bytes, false);
        }
        return new Broken(malformed(row.fields(), random.nextInt(WAYS)).getBytes(StandardCharsets.UTF_8), false);
    }

    Broken ofWrongType(Row row, SplittableRandom random) {
        int way = random.nextInt(WAYS);
        return new Broken(ofWrongType(row.fields(), way).getBytes(StandardCharsets.UTF_8), way > 1);
    }

    /** Returns the row with another text in one field. */
    Broken with(Row row, String field, String text) {
        Map<String, String> fields = row.fields();
        fields.put(field, text);
        byte[] bytes = text(fields).getBytes(StandardCharsets.UTF_8);
        return new Broken(bytes, !field.equals("time") && bytes.length <= RECORD_BYTES);
    }
}
