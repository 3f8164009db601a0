package dev.weir.accountant.journal.chain;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the bytes that {@link CanonicalWriter} writes, and no others: every text that is read has the same bytes when
 * written again. Lengths are checked before memory is allocated. Bytes that do not fit throw {@link Malformed}.
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

    /** Reads the number of elements that follow, each of which has at least {@code least} bytes. */
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

    /**
     * Reads a text. Bytes that are not UTF-8 decode to a text with {@link #REPLACEMENT}, so a text that contains this
     * character is decoded once more, strictly.
     */
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

    /**
     * The bytes are not in the canonical form. The message has no details, because the content of the bytes must not
     * reach a log.
     */
    static final class Malformed extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        Malformed() {
            super("bytes must be in the canonical form");
        }
    }
}
