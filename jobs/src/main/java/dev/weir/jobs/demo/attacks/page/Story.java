package dev.weir.jobs.demo.attacks.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What the page says of an attack.
 *
 * @param title the title
 * @param idea the idea, in two sentences
 * @param stops what of Weir stops it
 * @param code the adversary's code, as it runs
 */
public record Story(String title, String idea, String stops, String code) {

    private static final String FOLDER = "/dev/weir/jobs/attacks/";
    private static final int PARTS = 4;

    /**
     * The story of an attack.
     *
     * @param attack the name of the attack
     * @throws IOException if the story is not on the class path, or has not all parts
     */
    public static Story of(String attack) throws IOException {
        String[] parts = resource(attack + ".txt").split("\n---\n", -1);
        if (parts.length != PARTS) {
            throw new IOException("the story of " + attack + " must have " + PARTS + " parts");
        }
        return new Story(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip());
    }

    /** A file of the page. */
    static String resource(String name) throws IOException {
        try (InputStream in = Story.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("the page's " + name + " must be on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
