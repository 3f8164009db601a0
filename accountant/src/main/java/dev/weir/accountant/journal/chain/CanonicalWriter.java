package dev.weir.accountant.journal.chain;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes fields in the canonical form: whole numbers big-endian, texts and bytes preceded by their length in four
 * bytes, so that no two lists of fields have the same bytes.
 */
final class CanonicalWriter {

    private static final int INITIAL_BYTES = 256;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    CanonicalWriter code(byte value) {
        room(Byte.BYTES);
        bytes[length++] = value;
        return this;
    }

    CanonicalWriter count(int value) {
        room(Integer.BYTES);
        INTS.set(bytes, length, value);
        length += Integer.BYTES;
        return this;
    }

    CanonicalWriter number(long value) {
        room(Long.BYTES);
        LONGS.set(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    CanonicalWriter raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
        return this;
    }

    CanonicalWriter block(byte[] value) {
        return count(value.length).raw(value);
    }

    CanonicalWriter text(String value) {
        return block(value.getBytes(StandardCharsets.UTF_8));
    }

    CanonicalWriter hash(ChainHash value) {
        return raw(value.bytes());
    }

    CanonicalWriter tip(ChainTip value) {
        return number(value.sequence()).hash(value.hash());
    }

    CanonicalWriter amount(Amount value) {
        return code(currency(value.currency())).number(value.femto());
    }

    CanonicalWriter delta(Delta value) {
        return number(UInt128.high(value.yocto())).number(UInt128.low(value.yocto()));
    }

    private static byte currency(Currency currency) {
        return switch (currency) {
            case EPSILON -> 1;
            case RHO -> 2;
            case HALF_MU_SQUARED -> 3;
        };
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
        }
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    ChainHash digest() {
        return ChainHash.of(ChainHash.sha256().digest(bytes()));
    }
}
