package dev.weir.jobs.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.noise.Randomness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SanitisedFigureTest {

    private static final int DRAWS = 4000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private SanitisedFigure figure(String mechanism, String more, ReleaseTerms terms) throws IOException {
        return new SanitisedFigure(VoteFileReader.read(PrivateVoteFiles.write(dir, mechanism, more)), terms);
    }

    /**
     * 4000 draws: mean within five standard errors, and the sum of squares, whose standard deviation is about &radic;(2 &middot; 4000), within five. Each
     * fails with probability below 1e-6.
     */
    @Test
    void draws_have_the_mean_and_the_scale_that_the_price_needs() throws IOException {
        SanitisedFigure figure = figure(PrivateVoteFiles.CONFIDENT, "", new ReleaseTerms(8, 0.03, 20));
        Randomness randomness = new SplittableRandom(11)::nextLong;
        double scale = 20 * (figure.smooth() + figure.step());
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double z = (figure.draw(randomness) - figure.exact()) / scale;
            sum += z;
            squares += z * z;
        }
        assertThat(sum).isCloseTo(0, within(5 * Math.sqrt(DRAWS)));
        assertThat(squares).isCloseTo(DRAWS, within(5 * Math.sqrt(2 * DRAWS)));
    }

    /** The figure is that of check and answer of each question, whether it was answered or not. */
    @Test
    void the_figure_is_that_of_any_outcome() throws IOException {
        SanitisedFigure figure = figure(PrivateVoteFiles.CONFIDENT, "", new ReleaseTerms(8, 0.03, 20));
        String report = new VoteReport(VoteFileReader.read(dir.resolve("votes.json")))
                .values()
                .text();
        String at8 = report.lines()
                .filter(line -> line.startsWith("     8.0 "))
                .findFirst()
                .orElseThrow();
        String[] cells = at8.strip().split(" +", -1);
        assertThat(Double.parseDouble(cells[2])).isCloseTo(figure.exact(), within(1e-5 * figure.exact()));
        assertThat(Double.parseDouble(cells[3])).isLessThan(figure.exact());
        assertThat(figure.step()).isBetween(Math.scalb(figure.exact(), -26), Math.scalb(figure.exact(), -20));
    }

    @Test
    void surpluses_are_read_in_steps_of_the_grid() throws IOException {
        String interactive = "{\"interactive-gnmax\":{\"threshold\":100,\"check-sigma\":150,\"answer-sigma\":40,"
                + "\"confidence\":0.9}}";
        SanitisedFigure low =
                figure(interactive, ",\"surpluses\":[0,0,0,0,0,0,0,0,0,0]", new ReleaseTerms(8, 0.03, 20));
        SanitisedFigure high =
                figure(interactive, ",\"surpluses\":[0,0,0,-32768,0,0,98304000,0,0,0]", new ReleaseTerms(8, 0.03, 20));
        // no surplus is not far below the threshold, 1500 votes are far above it
        assertThat(high.exact()).isCloseTo(low.exact() - 4 * 8 / (2 * 150.0 * 150), within(1e-12));
    }

    @Test
    void nothing_of_the_votes_is_printed() throws IOException {
        VoteFile file = VoteFileReader.read(PrivateVoteFiles.write(dir, PrivateVoteFiles.CONFIDENT, ""));
        assertThat(file).hasToString("VoteFile");
        assertThat(file.questions().get(0)).hasToString("Question");
        assertThat(new SanitisedFigure(file, new ReleaseTerms(8, 0.03, 20))).hasToString("SanitisedFigure");
    }
}
