package dev.weir.jobs.kafka.ledger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.jobs.output.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The record of a domain in the register of domains: names of topics, and the newest entry of the domain's ledger. It has no
 * data of records or releases.
 *
 * <p>Bytes: a JSON object of the fields {@code form} (the number of the form), {@code domain}, {@code ledger}, {@code inputs}, {@code entry} and
 * {@code digest}. Form {@value #WITH_SNAPSHOTS} has {@code snapshots} as well, an array of objects of the fields {@code barrier}, {@code entry} and
 * {@code digest}; a domain without snapshots has form {@value #FORM}, which earlier builds read. They refuse the other one.
 *
 * @param domain the name of the domain
 * @param ledger the topic of the domain's ledger
 * @param inputs the topics that the domain's pipelines have ever read, as far as they are known: a job of the Java API does
 *     not tell its topics
 * @param entry the newest entry of the domain's own chain in the ledger; number 0 if there is none yet, and the topic is claimed for it
 * @param snapshots the newest snapshots of the ledger, at most {@value #MOST_SNAPSHOTS}, in their order
 */
record RegisteredDomain(
        String domain, String ledger, Set<String> inputs, ChainTip entry, List<RegisteredSnapshot> snapshots) {

    /** How many snapshots a start needs: it begins at the first one, and recomputes the second from it. */
    static final int MOST_SNAPSHOTS = 2;

    private static final int FORM = 1;
    private static final int WITH_SNAPSHOTS = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    RegisteredDomain {
        inputs = Set.copyOf(inputs);
        snapshots = List.copyOf(snapshots);
    }

    /** Creates a domain whose ledger has no snapshots. */
    RegisteredDomain(String domain, String ledger, Set<String> inputs, ChainTip entry) {
        this(domain, ledger, inputs, entry, List.of());
    }

    /**
     * Creates the record of a domain that claims a topic for its first entry. It has the form of a domain whose newest entry is the origin of
     * the chain, which no ledger contains.
     *
     * @param domain the name of the domain
     * @param ledger the topic that is claimed
     */
    static RegisteredDomain claim(String domain, String ledger) {
        return new RegisteredDomain(domain, ledger, Set.of(), ChainOrigin.ofDomain(domain));
    }

    /** Whether this is the claim of a domain without an entry. */
    boolean isClaim() {
        return entry.sequence() == 0;
    }

    /** The snapshots, if the ledger is in this topic; else none. */
    List<RegisteredSnapshot> snapshotsIn(String topic) {
        return ledger.equals(topic) ? snapshots : List.of();
    }

    /** The newest of some snapshots, as many as a record names. */
    static List<RegisteredSnapshot> newest(List<RegisteredSnapshot> all) {
        return all.subList(Math.max(0, all.size() - MOST_SNAPSHOTS), all.size());
    }

    /**
     * A snapshot of the ledger.
     *
     * @param barrier the offset of its barrier in the topic of the ledger
     * @param entry the snapshot's entry in the domain's chain
     */
    record RegisteredSnapshot(long barrier, ChainTip entry) {}

    byte[] bytes() {
        String text = JsonText.write(json -> {
            json.writeStartObject();
            json.writeNumberField("form", snapshots.isEmpty() ? FORM : WITH_SNAPSHOTS);
            json.writeStringField("domain", domain);
            json.writeStringField("ledger", ledger);
            json.writeArrayFieldStart("inputs");
            for (String input : new TreeSet<>(inputs)) {
                json.writeString(input);
            }
            json.writeEndArray();
            write(entry, json);
            writeSnapshots(json);
            json.writeEndObject();
        });
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void writeSnapshots(JsonGenerator json) throws IOException {
        if (!snapshots.isEmpty()) {
            json.writeArrayFieldStart("snapshots");
            for (RegisteredSnapshot snapshot : snapshots) {
                json.writeStartObject();
                json.writeNumberField("barrier", snapshot.barrier());
                write(snapshot.entry(), json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    private static void write(ChainTip entry, JsonGenerator json) throws IOException {
        json.writeNumberField("entry", entry.sequence());
        json.writeStringField("digest", entry.hash().toString());
    }

    /** Decodes a record; empty if the bytes have no form that this build knows. */
    static Optional<RegisteredDomain> of(byte[] bytes) {
        try {
            JsonNode json = JSON.readTree(bytes);
            int form = json.path("form").asInt();
            return form == FORM || form == WITH_SNAPSHOTS
                    ? Optional.of(of(json)).filter(read -> read.snapshots.isEmpty() == (form == FORM))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RegisteredDomain of(JsonNode json) {
        Set<String> inputs = new TreeSet<>();
        json.path("inputs").forEach(input -> inputs.add(input.asText()));
        List<RegisteredSnapshot> snapshots = new ArrayList<>();
        json.path("snapshots")
                .forEach(one ->
                        snapshots.add(new RegisteredSnapshot(one.path("barrier").asLong(), entry(one))));
        return new RegisteredDomain(
                json.path("domain").asText(), json.path("ledger").asText(), inputs, entry(json), snapshots);
    }

    private static ChainTip entry(JsonNode json) {
        ChainHash digest =
                ChainHash.of(HexFormat.of().parseHex(json.path("digest").asText()));
        return new ChainTip(json.path("entry").asLong(), digest);
    }
}
