package dev.weir.operators.keys;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@link DeclaredKeys} on their way to another machine: the UTF-8 of each key behind its length. */
final class DeclaredKeysBytes implements Serializable {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    DeclaredKeysBytes(List<String> known) {
        int length = 0;
        for (String key : known) {
            length = Math.addExact(length, Integer.BYTES + key.getBytes(StandardCharsets.UTF_8).length);
        }
        ByteBuffer written = ByteBuffer.allocate(length);
        for (String key : known) {
            byte[] text = key.getBytes(StandardCharsets.UTF_8);
            written.putInt(text.length).put(text);
        }
        bytes = written.array();
    }

    private Object readResolve() {
        ByteBuffer read = ByteBuffer.wrap(bytes);
        List<String> known = new ArrayList<>();
        while (read.hasRemaining()) {
            byte[] text = new byte[read.getInt()];
            read.get(text);
            known.add(new String(text, StandardCharsets.UTF_8));
        }
        return new DeclaredKeys(known);
    }
}
