package dev.weir.operators.keys;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Declared keys as bytes for Java serialization: attributes, whether others are a tail, names of others, keys. Each list is preceded by its size, each text by its length in
 * bytes.
 */
final class DeclaredKeysBytes {

    private static final WeakValueCache<ByteBuffer, DeclaredKeys> CACHE = new WeakValueCache<>();

    private DeclaredKeysBytes() {}

    static byte[] write(DeclaredKeys keys) {
        CanonicalWriter written = new CanonicalWriter();
        write(keys.attributes(), written);
        written.code((byte) (keys.others().isTail() ? 1 : 0));
        write(keys.others().names(), written);
        write(keys.known(), written);
        return written.bytes();
    }

    private static void write(List<String> texts, CanonicalWriter written) {
        written.count(texts.size());
        texts.forEach(written::text);
    }

    /** The keys that {@link #write} has written; the same object for all operators of a process that read the same bytes. */
    static DeclaredKeys read(byte[] bytes) {
        return CACHE.get(ByteBuffer.wrap(bytes), () -> decode(bytes));
    }

    private static DeclaredKeys decode(byte[] bytes) {
        CanonicalReader read = new CanonicalReader(bytes);
        List<String> attributes = texts(read);
        boolean isTail = read.code() == 1;
        Others others = new Others(texts(read), isTail);
        return new DeclaredKeys(attributes, texts(read), others);
    }

    private static List<String> texts(CanonicalReader read) {
        int size = read.count();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            texts.add(read.text());
        }
        return texts;
    }
}
