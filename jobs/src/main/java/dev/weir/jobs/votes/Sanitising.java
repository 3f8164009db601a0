package dev.weir.jobs.votes;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Rounding;
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
    private static final int WIDTH = 13;

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

    /** The record of the release. */
    private Path record() {
        return folder().resolve(file.getFileName() + ".sanitised");
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
        TitledValues values = values(votes, terms, figure.draw(KeyStream.fresh()));
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
                file + ": has been sanitised; the only figure is in " + record()
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

    private TitledValues values(VoteFile votes, ReleaseTerms terms, double figure) {
        double order = terms.order();
        double cost = terms.price().rdp();
        double rho = votes.rho();
        double together = Rounding.sumUp(Rounding.up(order * rho), cost);
        double alone = GaussianCurve.epsilon(Rounding.up(Math.sqrt(2 * rho)), votes.delta());
        double epsilon = RenyiConversion.epsilon(order, together, votes.delta());
        return new TitledValues(0, WIDTH)
                .field("rdp-sanitised", figure)
                .field("order", order)
                .field("beta", terms.beta())
                .field("sigma-ss", terms.sigma())
                .field("release-cost-rdp", cost)
                .field("labels-rdp-data-independent", Rounding.up(order * rho))
                .field("rdp-together", together)
                .field("delta", votes.delta())
                .field("epsilon-labels-alone", alone)
                .field("epsilon-together", epsilon)
                .line("sanitised", "%s: the Renyi loss of these votes at order %s, plus noise", figure, order)
                .line("", "no bound: the noise has mean 0, a scale that depends on the votes and stays private,")
                .line("", "and may make the figure too small or negative")
                .line("its own cost", "%.6g at order %s, on top of what the labels cost", cost, order)
                .line("labels", "epsilon %.6g at delta %.3g, alone", alone, votes.delta())
                .line(
                        "together",
                        "epsilon %.6g at delta %.3g: %.6g at order %s",
                        epsilon,
                        votes.delta(),
                        together,
                        order)
                .line("recorded in", "%s: it is drawn once", record());
    }
}
