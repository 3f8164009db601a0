package dev.weir.jobs.format.binary;

import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Writes typed values as the texts by which {@link Fields} know them, and as a record in CSV or JSON would have them: docs/source-formats.md
 * has the table. A text depends on the value alone and not on the unit in which a type counts. For use by one thread, a message at a time.
 */
public final class ScalarTexts {

    /** The most digits of a decimal. */
    public static final int MOST_DIGITS = 130;

    /** The most bytes of a decimal that may have few enough digits. */
    private static final int MOST_DECIMAL_BYTES = 80;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final TextBuffer texts = new TextBuffer();
    private Fields fields = new Fields(0);

    /**
     * Starts a message. The texts of the last one are no longer valid.
     *
     * @param target receives the texts
     */
    public void open(Fields target) {
        fields = target;
        texts.clear();
    }

    /** The fields that receive the texts. */
    public Fields fields() {
        return fields;
    }

    /**
     * Sets a text that is a part of the message.
     *
     * @param field the number of the field
     * @param in stands before the text, which is skipped
     * @param length the length of the text, at most the bytes that are left
     * @throws BrokenMessage if it is not UTF-8
     */
    public void utf8(int field, Cursor in, int length) throws BrokenMessage {
        int from = in.at();
        in.skip(length);
        BrokenMessage.unless(Utf8.isValid(in.bytes(), from, from + length));
        fields.text(field, in.bytes(), from, from + length);
    }

    /**
     * Sets a text that is known beforehand.
     *
     * @param field the number of the field
     * @param text the text in UTF-8
     */
    public void known(int field, byte[] text) {
        fields.text(field, text, 0, text.length);
    }

    /**
     * Sets a truth value: {@code true} or {@code false}.
     *
     * @param field the number of the field
     * @param value the truth value
     */
    public void truth(int field, boolean value) {
        known(field, value ? TRUE : FALSE);
    }

    /**
     * Sets a whole number.
     *
     * @param field the number of the field
     * @param value the number
     */
    public void whole(int field, long value) {
        int from = texts.start();
        texts.digits(value, 1);
        end(field, from);
    }

    /**
     * Sets a whole number of 64 bits without a sign.
     *
     * @param field the number of the field
     * @param value the number
     */
    public void unsigned(int field, long value) {
        text(field, Long.toUnsignedString(value));
    }

    /**
     * Sets the shortest decimal that reads back as the same number; {@code NaN} and {@code Infinity} are no numbers.
     *
     * @param field the number of the field
     * @param value the number
     */
    public void real(int field, double value) {
        text(field, RealTexts.of(value));
    }

    /**
     * Sets the shortest decimal that reads back as the same number of 32 bits; {@code NaN} and {@code Infinity} are no numbers.
     *
     * @param field the number of the field
     * @param value the number
     */
    public void real(int field, float value) {
        text(field, RealTexts.of(value));
    }

    /**
     * Sets a decimal that is a whole number in two's complement, the high byte first, times a power of ten. One with more digits than its
     * type has is not of this type, and the field is then not scalar.
     *
     * @param field the number of the field
     * @param in stands before the number, which is skipped
     * @param length the length of the number in bytes, at least 1
     * @param type the digits of the type
     */
    public void decimal(int field, Cursor in, int length, Digits type) throws BrokenMessage {
        int from = in.at();
        in.skip(length);
        int first = from;
        while (first < in.at() - 1 && in.bytes()[first] == (in.bytes()[first + 1] < 0 ? -1 : 0)) {
            first++;
        }
        BigInteger unscaled =
                in.at() - first > MOST_DECIMAL_BYTES ? null : new BigInteger(in.bytes(), first, in.at() - first);
        if (unscaled == null || unscaled.abs().compareTo(type.limit()) >= 0) {
            fields.other(field);
        } else {
            text(field, new BigDecimal(unscaled, type.scale()).toPlainString());
        }
    }

    /**
     * The digits of a type of decimals.
     *
     * @param limit the power of ten that absolute values, without the point, are below
     * @param scale how many digits are behind the point
     */
    public record Digits(BigInteger limit, int scale) {

        /**
         * The digits of a type.
         *
         * @param precision how many digits there are at most
         * @param scale how many of them are behind the point
         */
        public static Digits of(int precision, int scale) {
            return new Digits(BigInteger.TEN.pow(precision), scale);
        }
    }

    /**
     * Sets a time in ISO 8601, with as many groups of three decimals of a second as it needs.
     *
     * @param field the number of the field
     * @param second the second since 1970
     * @param nanos the nanoseconds after it, below a billion
     * @param isInstant whether it is in UTC and ends with {@code Z}; a local time otherwise
     */
    public void time(int field, long second, int nanos, boolean isInstant) {
        int from = texts.start();
        texts.day(Math.floorDiv(second, 86_400L));
        texts.put('T');
        texts.clock((int) Math.floorMod(second, 86_400L), nanos);
        if (isInstant) {
            texts.put('Z');
        }
        end(field, from);
    }

    /**
     * Sets a date in ISO 8601.
     *
     * @param field the number of the field
     * @param days the days since 1970-01-01
     */
    public void date(int field, long days) {
        int from = texts.start();
        texts.day(days);
        end(field, from);
    }

    /**
     * Sets a time of a day in ISO 8601; a number that is none leaves the field not scalar.
     *
     * @param field the number of the field
     * @param nanos the nanoseconds since midnight
     */
    public void clock(int field, long nanos) {
        if (nanos < 0 || nanos >= 86_400_000_000_000L) {
            fields.other(field);
            return;
        }
        int from = texts.start();
        texts.clock((int) (nanos / 1_000_000_000L), (int) (nanos % 1_000_000_000L));
        end(field, from);
    }

    /**
     * Sets a UUID in its usual form, with small letters.
     *
     * @param field the number of the field
     * @param in stands before the 16 bytes, which are skipped
     */
    public void uuid(int field, Cursor in) throws BrokenMessage {
        int at = in.at();
        in.skip(16);
        int from = texts.start();
        texts.uuid(in.bytes(), at);
        end(field, from);
    }

    private void text(int field, String ascii) {
        known(field, ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private void end(int field, int from) {
        fields.text(field, texts.bytes(), from, texts.end());
    }
}
