package dev.weir.jobs.votes;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Releases one figure about the votes of a file, once. A record beside the file is on the disk before the figure can be seen, and whoever finds
 * a record draws nothing: a second figure, with the same parameters or with others, would cost as much again.
 */
public final class Sanitising {

    private static final String PRIVATE = "private";

    private final Path file;

    /**
     * Prepares a release.
     *
     * @param file the private votes
     * @throws IOException if the file does not exist
     */
    public Sanitising(Path file) throws IOException {
        this.file = file.toRealPath();
    }

    private Path folder() {
        Path parent = file.getParent();
        return parent == null ? file : parent;
    }

    /** The record of the release: one for the folder, so that another name of the file has the same. */
    private Path record() {
        return folder().resolve("sanitised.json");
    }

    /**
     * Draws the figure and records it.
     *
     * @param terms the terms of the release
     * @return what may be published, for people and as JSON
     * @throws CommandFailure if the file is in no private folder, has no questions or has been sanitised, or the terms do not fit it
     * @throws IOException if the file cannot be read, or the record cannot be written
     */
    public TitledValues release(ReleaseTerms terms) throws IOException {
        if (!folder().endsWith(PRIVATE)) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    file + ": must be in a folder named private, which keeps the record beside it");
        }
        requireNew();
        VoteFile votes = VoteFileReader.read(file);
        if (votes.questions().isEmpty()) {
            throw new CommandFailure(CommandFailure.WRONG, file + ": must have at least one question");
        }
        terms.requireConditions(votes);
        SanitisedFigure figure = new SanitisedFigure(votes, terms);
        TitledValues values = new FigureStatement(votes, terms, figure.draw(KeyStream.fresh())).values(record());
        write(JsonText.of(values) + "\n");
        return values;
    }

    private void requireNew() {
        if (Files.exists(record(), LinkOption.NOFOLLOW_LINKS)) {
            throw again();
        }
    }

    private CommandFailure again() {
        return new CommandFailure(
                CommandFailure.REFUSED,
                file + ": votes of this folder have been sanitised; the only figure is in " + record()
                        + ", and another one, even with the same parameters, would cost as much again");
    }

    private void write(String text) throws IOException {
        PrivateFolder.at(folder());
        try (FileChannel channel =
                FileChannel.open(record(), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (FileAlreadyExistsException e) {
            throw again();
        }
        PrivateFolder.force(folder());
    }
}
