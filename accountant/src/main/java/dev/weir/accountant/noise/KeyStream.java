package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Require;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A source of cryptographic random bits from one AES-256 key stream in counter mode, for one thread.
 *
 * <p>The stream is seeded from the system and refilled {@value #BUFFER_BYTES} bytes at a time. At each refill the first
 * {@value #SEED_BYTES} bytes become the next key and counter ("fast key erasure", Bernstein (2017)), and bytes that
 * were handed out are zeroed, so that a later copy of the memory does not reveal noise that was already drawn. Copies
 * of old keys that the virtual machine leaves on its heap until they are collected cannot be erased.
 *
 * <p>There is no lock: open one stream per subtask, not one per key (opening a stream is slow). The class is
 * deliberately not serializable. A stream that was restored from a checkpoint would draw the same noise twice, so a new
 * stream is opened after a restore.
 */
public final class KeyStream implements Randomness {

    static final int SEED_BYTES = 48;
    static final int BUFFER_BYTES = 16 * 1024;

    /**
     * The number of bytes for each call of the cipher. The virtual machine uses the processor's AES instructions only once it has compiled the cipher's inner method, after some
     * thousand calls. With one call for each refill a subtask would draw about a hundred million bytes before.
     */
    private static final int CALL_BYTES = 1024;

    private static final int KEY_BYTES = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Cipher cipher;
    private final byte[] zeros = new byte[CALL_BYTES];
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next = BUFFER_BYTES;

    /**
     * Creates a stream that starts at a known key (32 bytes) and counter (16 bytes), and erases them from {@code seed}.
     * Tests use it to compare with known answers.
     */
    KeyStream(byte[] seed) {
        Require.that(seed.length == SEED_BYTES, "seed", SEED_BYTES + " bytes", seed.length);
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in counter mode must be available", e);
        }
        rekey(seed);
    }

    /** Opens a stream seeded from the system's generator. */
    public static KeyStream fresh() {
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return new KeyStream(seed);
    }

    @Override
    public long nextLong() {
        int at = next;
        if (at == BUFFER_BYTES) {
            refill();
            at = SEED_BYTES;
        }
        next = at + Long.BYTES;
        long bits = (long) LONGS.get(buffer, at);
        LONGS.set(buffer, at, 0L);
        return bits;
    }

    /**
     * Fills the buffer by encrypting zeros. It does not encrypt the buffer in place, because the cipher would leave a
     * copy of the key stream.
     */
    private void refill() {
        try {
            for (int at = 0; at < BUFFER_BYTES; at += CALL_BYTES) {
                if (cipher.update(zeros, 0, CALL_BYTES, buffer, at) != CALL_BYTES) {
                    throw new IllegalStateException("AES in counter mode must encrypt all bytes at once");
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES in counter mode must fill the buffer", e);
        }
        rekey(buffer);
    }

    /** Makes the first bytes of {@code source} the key and counter of the next refill, and zeroes them. */
    private void rekey(byte[] source) {
        try {
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(source, 0, KEY_BYTES, "AES"),
                    new IvParameterSpec(source, KEY_BYTES, SEED_BYTES - KEY_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES must take a key of 256 bits", e);
        }
        Arrays.fill(source, 0, SEED_BYTES, (byte) 0);
    }

    /** Returns a text that contains nothing of the state. */
    @Override
    public String toString() {
        return "KeyStream";
    }
}
