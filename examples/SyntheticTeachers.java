import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes up teachers, questions and votes for triage.yaml. Each of 250 teachers learns the mean of benign and of malign files from 40
 * made-up files of its own, and votes on 60 public files with the nearer mean. Everything follows from one seed: these people do not exist.
 *
 * <p>java examples/SyntheticTeachers.java FOLDER writes triage-questions.jsonl and triage-votes.csv.
 */
public final class SyntheticTeachers {

    private static final int TEACHERS = 250;
    private static final int SHARD = 40;
    private static final int QUESTIONS = 60;
    private static final int FEATURES = 4;
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final String[] LABELS = {"benign", "malign"};

    private final Random dice = new Random(7);

    private SyntheticTeachers() {}

    /** A file is malign every other time, and then its features are larger by 0.8 on average. */
    private double[] file(boolean isMalign) {
        double[] features = new double[FEATURES];
        for (int i = 0; i < FEATURES; i++) {
            features[i] = dice.nextGaussian() + (isMalign ? 0.8 : 0);
        }
        return features;
    }

    /** The means of benign and malign files of one teacher's shard. */
    private double[][] teacher() {
        double[][] means = new double[2][FEATURES];
        for (int n = 0; n < SHARD; n++) {
            double[] file = file(n % 2 == 1);
            for (int i = 0; i < FEATURES; i++) {
                means[n % 2][i] += file[i] / (SHARD / 2);
            }
        }
        return means;
    }

    private static int vote(double[][] means, double[] file) {
        double nearer = 0;
        for (int i = 0; i < FEATURES; i++) {
            nearer += Math.pow(file[i] - means[0][i], 2) - Math.pow(file[i] - means[1][i], 2);
        }
        return nearer > 0 ? 1 : 0;
    }

    private void write(Path folder) throws IOException {
        List<double[][]> teachers = new ArrayList<>();
        for (int t = 0; t < TEACHERS; t++) {
            teachers.add(teacher());
        }
        List<String> questions = new ArrayList<>();
        List<String> votes = new ArrayList<>(List.of("time,question,teacher,label"));
        for (int q = 0; q < QUESTIONS; q++) {
            Instant asked = START.plusSeconds(60L * q);
            double[] file = file(q % 2 == 1);
            questions.add("{\"id\":\"file-" + q + "\",\"time\":\"" + asked + "\"}");
            for (int t = 0; t < TEACHERS; t++) {
                votes.add(asked.plusSeconds(1 + t / 10) + ",file-" + q + ",clinic-" + t + ","
                        + LABELS[vote(teachers.get(t), file)]);
            }
        }
        Files.createDirectories(folder);
        Files.write(folder.resolve("triage-questions.jsonl"), questions);
        Files.write(folder.resolve("triage-votes.csv"), votes);
    }

    public static void main(String[] args) throws IOException {
        new SyntheticTeachers().write(Path.of(args[0]));
    }
}
