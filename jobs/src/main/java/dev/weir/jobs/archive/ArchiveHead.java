package dev.weir.jobs.archive;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * The first bytes of an archive: what is in it. A form that this build does not know is no archive for it.
 *
 * @param domain the name of the domain
 * @param topic the topic of the ledger
 * @param from the offset at which the ledger's log began: 0 unless it had been cut before
 * @param before the offset behind the last archived record: that of the barrier before which the log may be cut
 */
public record ArchiveHead(String domain, String topic, long from, long before) {

    private static final String KIND = "weir ledger archive";
    private static final int FORM = 1;

    void write(DataOutputStream out) throws IOException {
        out.writeUTF(KIND);
        out.writeInt(FORM);
        out.writeUTF(domain);
        out.writeUTF(topic);
        out.writeLong(from);
        out.writeLong(before);
    }

    /** Reads a head; empty if the bytes are those of another file. */
    static Optional<ArchiveHead> read(DataInputStream in) throws IOException {
        return in.readUTF().equals(KIND) && in.readInt() == FORM
                ? Optional.of(new ArchiveHead(in.readUTF(), in.readUTF(), in.readLong(), in.readLong()))
                : Optional.empty();
    }
}
