package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;
import dev.weir.jobs.format.binary.ScalarTexts;
import dev.weir.jobs.format.binary.ScalarTexts.Digits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Steps over values that are not made of others. */
final class ScalarSteps {

    private static final int THOUSAND = 1000;
    private static final int MILLION = 1_000_000;
    private static final int BILLION = 1_000_000_000;

    private static final long MICROS_A_DAY = 86_400L * MILLION;

    /** For each logical type of an instant or a local time how many of its units a second has. */
    private static final Map<String, Integer> PER_SECOND = Map.of(
            "timestamp-millis", THOUSAND,
            "timestamp-micros", MILLION,
            "timestamp-nanos", BILLION,
            "local-timestamp-millis", THOUSAND,
            "local-timestamp-micros", MILLION,
            "local-timestamp-nanos", BILLION);

    private ScalarSteps() {}

    /** The name of a schema's logical type; empty if it has none that Avro knows. */
    static String logical(Schema schema) {
        LogicalType type = schema.getLogicalType();
        return type == null ? "" : type.getName();
    }

    /** Whether values are times with a date, and how many units a second has; null if they are not. */
    static @Nullable Integer perSecond(Schema schema) {
        return PER_SECOND.get(logical(schema));
    }

    /** Whether values have a text. */
    static boolean isScalar(Schema schema) {
        return switch (schema.getType()) {
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, ENUM -> true;
            case BYTES, FIXED -> digits(schema) != null || logical(schema).equals("uuid");
            case NULL, RECORD, ARRAY, MAP, UNION -> false;
        };
    }

    /** The digits of decimals; null if the schema is none of decimals, or has too many digits. */
    private static @Nullable Digits digits(Schema schema) {
        return schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
                        && decimal.getPrecision() <= ScalarTexts.MOST_DIGITS
                ? Digits.of(decimal.getPrecision(), decimal.getScale())
                : null;
    }

    /** Returns the step that skips a value. */
    static Step skip(Schema schema) {
        return switch (schema.getType()) {
            case INT -> message -> message.in().zigzagInt();
            case LONG -> message -> message.in().varint();
            case FLOAT -> message -> message.in().skip(Float.BYTES);
            case DOUBLE -> message -> message.in().skip(Double.BYTES);
            case BOOLEAN -> ScalarSteps::truth;
            case STRING, BYTES -> message -> message.in().skip(message.in().length());
            case ENUM -> skipSymbol(schema.getEnumSymbols().size());
            case FIXED -> skipFixed(schema.getFixedSize());
            case NULL -> Step.NOTHING;
            case RECORD, ARRAY, MAP, UNION ->
                throw new IllegalArgumentException("schema must be of scalars, was " + schema.getType());
        };
    }

    private static Step skipFixed(int size) {
        return size == 0 ? Step.NOTHING : message -> message.in().skip(size);
    }

    private static Step skipSymbol(int symbols) {
        return message -> symbol(message, symbols);
    }

    /**
     * Returns the step that sets a field to a value.
     *
     * @param schema the schema of the value
     * @param field the number of the field
     */
    static Step read(Schema schema, int field) {
        return switch (schema.getType()) {
            case INT, LONG -> whole(schema, field);
            case FLOAT ->
                message -> message.texts()
                        .real(field, Float.intBitsToFloat(message.in().littleInt()));
            case DOUBLE ->
                message -> message.texts()
                        .real(field, Double.longBitsToDouble(message.in().littleLong()));
            case BOOLEAN -> message -> message.texts().truth(field, truth(message));
            case STRING ->
                message ->
                        message.texts().utf8(field, message.in(), message.in().length());
            case ENUM -> symbols(schema, field);
            case BYTES, FIXED -> bytes(schema, field);
            case NULL -> Step.NOTHING;
            case RECORD, ARRAY, MAP, UNION ->
                throw new IllegalArgumentException("schema must be of scalars, was " + schema.getType());
        };
    }

    private static boolean truth(MessageReading message) throws BrokenMessage {
        int value = message.in().next();
        BrokenMessage.unless(value <= 1);
        return value == 1;
    }

    private static int symbol(MessageReading message, int symbols) throws BrokenMessage {
        int index = message.in().zigzagInt();
        BrokenMessage.unless(index >= 0 && index < symbols);
        return index;
    }

    private static Step symbols(Schema schema, int field) {
        byte[][] symbols = schema.getEnumSymbols().stream()
                .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return message -> message.texts().known(field, symbols[symbol(message, symbols.length)]);
    }

    private static Step whole(Schema schema, int field) {
        Integer perSecond = perSecond(schema);
        if (perSecond != null) {
            return time(field, perSecond, !logical(schema).startsWith("local"));
        }
        boolean isInt = schema.getType() == Schema.Type.INT;
        return switch (logical(schema)) {
            case "date" -> message -> message.texts().date(field, message.in().zigzagInt());
            case "time-millis" ->
                message -> message.texts().clock(field, (long) message.in().zigzagInt() * MILLION);
            case "time-micros" -> message -> clockOfMicros(message, field);
            default ->
                isInt
                        ? message -> message.texts().whole(field, message.in().zigzagInt())
                        : message -> message.texts().whole(field, message.in().zigzag());
        };
    }

    private static void clockOfMicros(MessageReading message, int field) throws BrokenMessage {
        long micros = message.in().zigzag();
        boolean isClock = micros >= 0 && micros < MICROS_A_DAY;
        message.texts().clock(field, isClock ? micros * THOUSAND : -1);
    }

    private static Step time(int field, int perSecond, boolean isInstant) {
        return message -> {
            long value = message.in().zigzag();
            int nanos = (int) Math.floorMod(value, (long) perSecond) * (BILLION / perSecond);
            message.texts().time(field, Math.floorDiv(value, (long) perSecond), nanos, isInstant);
        };
    }

    private static Step bytes(Schema schema, int field) {
        Digits digits = digits(schema);
        boolean isFixed = schema.getType() == Schema.Type.FIXED;
        if (digits != null && isFixed) {
            int size = schema.getFixedSize();
            return message -> message.texts().decimal(field, message.in(), size, digits);
        }
        if (digits != null) {
            return message -> {
                int length = message.in().length();
                BrokenMessage.unless(length > 0);
                message.texts().decimal(field, message.in(), length, digits);
            };
        }
        if (isFixed && logical(schema).equals("uuid")) {
            return message -> message.texts().uuid(field, message.in());
        }
        return other(skip(schema), field);
    }

    /** Returns the step that marks a field as not scalar, and then does what another step does. */
    static Step other(Step step, int field) {
        return message -> {
            message.fields().other(field);
            step.take(message);
        };
    }
}
