package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeyStreamTest {

    private static final int LONGS_PER_REFILL = (KeyStream.BUFFER_BYTES - KeyStream.SEED_BYTES) / Long.BYTES;

    private final byte[] seed = new byte[KeyStream.SEED_BYTES];

    KeyStreamTest() {
        for (int i = 0; i < seed.length; i++) {
            seed[i] = (byte) (7 * i + 1);
        }
    }

    @Test
    void three_refills_are_aes_in_counter_mode_each_keyed_by_the_one_before() throws Exception {
        byte[] key = seed.clone();
        KeyStream stream = new KeyStream(seed.clone());
        for (int refill = 0; refill < 3; refill++) {
            ByteBuffer expected = ByteBuffer.wrap(keyStream(key)).order(ByteOrder.LITTLE_ENDIAN);
            expected.get(key);
            while (expected.hasRemaining()) {
                assertThat(stream.nextLong()).isEqualTo(expected.getLong());
            }
        }
    }

    @Test
    void the_seed_is_erased_from_where_it_came() {
        byte[] given = seed.clone();
        new KeyStream(given);
        assertThat(given).containsOnly(0);
    }

    @Test
    void bytes_handed_out_and_the_next_key_are_zero_in_the_buffer() throws Exception {
        KeyStream stream = new KeyStream(seed);
        byte[] buffer = buffer(stream);
        for (int i = 1; i <= LONGS_PER_REFILL; i++) {
            stream.nextLong();
            int used = KeyStream.SEED_BYTES + i * Long.BYTES;
            assertThat(Arrays.equals(buffer, 0, used, new byte[used], 0, used)).isTrue();
        }
    }

    @Test
    void bytes_not_handed_out_yet_are_not_zero() throws Exception {
        KeyStream stream = new KeyStream(seed);
        stream.nextLong();
        assertThat(Arrays.mismatch(buffer(stream), new byte[KeyStream.BUFFER_BYTES]))
                .isBetween(KeyStream.SEED_BYTES + Long.BYTES, KeyStream.SEED_BYTES + 2 * Long.BYTES);
    }

    @Test
    void two_fresh_streams_share_no_word() {
        KeyStream one = KeyStream.fresh();
        KeyStream other = KeyStream.fresh();
        for (int i = 0; i < 1000; i++) {
            assertThat(one.nextLong()).isNotEqualTo(other.nextLong());
        }
    }

    /** Tests 200 000 words: the 64 counts must be within 6 standard errors, with false-alarm probability 64 * 2e-9. */
    @Test
    void every_bit_is_set_half_the_time() {
        int words = 200_000;
        KeyStream stream = new KeyStream(seed);
        long[] set = new long[Long.SIZE];
        for (int i = 0; i < words; i++) {
            long word = stream.nextLong();
            for (int bit = 0; bit < Long.SIZE; bit++) {
                set[bit] += word >>> bit & 1;
            }
        }
        for (long count : set) {
            assertThat((count - words / 2.0) / Math.sqrt(words / 4.0)).isBetween(-6.0, 6.0);
        }
    }

    @Test
    void nothing_of_the_state_leaves_by_text_or_serialization() {
        assertThat(new KeyStream(seed)).hasToString("KeyStream").isNotInstanceOf(Serializable.class);
    }

    @Test
    void a_seed_of_the_wrong_length_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyStream(new byte[32]))
                .withMessage("seed must be 48 bytes, was 32");
    }

    private static byte[] keyStream(byte[] seed) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, 0, 32, "AES"), new IvParameterSpec(seed, 32, 16));
        return cipher.doFinal(new byte[KeyStream.BUFFER_BYTES]);
    }

    private static byte[] buffer(KeyStream stream) throws Exception {
        Field field = KeyStream.class.getDeclaredField("buffer");
        field.setAccessible(true);
        return (byte[]) field.get(stream);
    }
}
