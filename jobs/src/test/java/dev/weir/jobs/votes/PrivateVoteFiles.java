package dev.weir.jobs.votes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Made-up private votes, as a replay writes them. */
public final class PrivateVoteFiles {

    /** The votes on the questions, without names. */
    private static final String[] COUNTS = {
        "[197,10,4,6,3,10,6,4,5,5]",
        "[8,8,10,11,7,9,18,167,5,7]",
        "[0,2,3,1,240,1,2,0,0,1]",
        "[20,7,18,15,115,15,12,15,17,16]"
    };

    private PrivateVoteFiles() {}

    /**
     * Writes four questions about ten labels by 250 teachers, of which the first and the third one are answered.
     *
     * @param folder the private folder
     * @param mechanism the mechanism as a pipeline file has it, in JSON
     * @param more members of each question, beginning with a comma; may be empty
     */
    public static Path write(Path folder, String mechanism, String more) throws IOException {
        StringBuilder text = new StringBuilder("{\"mechanism\":" + mechanism + ",\"teachers\":250,\"labels\":"
                + "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\"],\"delta\":0.00001,\"grid-bits\":16,"
                + "\"rho-budget\":0.01,\"questions-if-all-answered\":12,"
                + "\"questions\":[\n");
        for (int i = 0; i < COUNTS.length; i++) {
            text.append(i == 0 ? "" : ",\n")
                    .append("{\"question\":\"q" + i + "\",\"counts\":" + COUNTS[i] + more + ",\"answered\":"
                            + (i % 2 == 0) + "}");
        }
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("votes.json"), text + "\n]}\n");
    }

    /** The mechanism with a check. */
    public static final String CONFIDENT =
            "{\"confident-gnmax\":{\"threshold\":200,\"check-sigma\":150,\"answer-sigma\":40}}";
}
