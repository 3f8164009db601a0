package dev.weir.accountant.journal.chain;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link CanonicalWriter} has written, and only that: every text that is read gives the same bytes again.
 * Lengths are checked before anything is allocated. Whatever does not fit throws {@link Malformed}.
 */
final class CanonicalReader {

    private static final char REPLACEMENT = '\uFFFD';

    private final ByteBuffer bytes;

    CanonicalReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    byte code() {
        require(Byte.BYTES);
        return bytes.get();
    }

    void expect(byte code) {
        check(code() == code);
    }

    int count() {
        require(Integer.BYTES);
        int count = bytes.getInt();
        check(count >= 0);
        return count;
    }

    /** How many things follow, each of at least {@code least} bytes. */
    int count(int least) {
        int count = count();
        check((long) count * least <= bytes.remaining());
        return count;
    }

    long number() {
        require(Long.BYTES);
        return bytes.getLong();
    }

    byte[] block() {
        return raw(count());
    }

    private byte[] raw(int length) {
        require(length);
        byte[] block = new byte[length];
        bytes.get(block);
        return block;
    }

    /** What is not UTF-8 decodes to a text with {@link #REPLACEMENT}; a text that has it is decoded once more, strictly. */
    String text() {
        byte[] block = block();
        String text = new String(block, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictText(block);
    }

    private static String strictText(byte[] block) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(block))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed();
        }
    }

    ChainHash hash() {
        return ChainHash.of(raw(ChainHash.BYTES));
    }

    ChainTip tip() {
        long sequence = number();
        check(sequence >= 0);
        return new ChainTip(sequence, hash());
    }

    Amount amount() {
        byte currency = code();
        long femto = number();
        check(femto >= 0);
        return new Amount(currency(currency), femto);
    }

    Delta delta() {
        long high = number();
        long low = number();
        check(high >= 0);
        return new Delta(UInt128.toBigInteger(high, low));
    }

    private static Currency currency(byte code) {
        return switch (code) {
            case 1 -> Currency.EPSILON;
            case 2 -> Currency.RHO;
            case 3 -> Currency.HALF_MU_SQUARED;
            default -> throw new Malformed();
        };
    }

    void end() {
        check(!bytes.hasRemaining());
    }

    private void require(int length) {
        check(length <= bytes.remaining());
    }

    static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new Malformed();
        }
    }

    /** The bytes are not in the canonical form. It says no more, because what they hold must not reach a log. */
    static final class Malformed extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        Malformed() {
            super("bytes must be in the canonical form");
        }
    }
}
