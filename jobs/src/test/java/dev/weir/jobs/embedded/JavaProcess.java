package dev.weir.jobs.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts Java in processes of their own, on the class path of the tests. Most of the work of a short process is to load classes. The build
 * therefore writes the classes that a replay loads to an archive, and the JVMs of these processes read them from there.
 */
public final class JavaProcess {

    private JavaProcess() {}

    /**
     * Describes a process that is not started yet.
     *
     * @param arguments options of Java, the main class and its arguments
     */
    public static ProcessBuilder of(List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", classPath());
        return builder;
    }

    /** The options that every process has. */
    public static List<String> options() {
        List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        String archive = System.getProperty("weir.test.archive");
        if (archive != null) {
            options.add("-XX:SharedArchiveFile=" + archive);
        }
        return options;
    }

    /** The class path of the tests. The jars that the archive is made of come first, because a JVM compares the paths from their beginning. */
    public static String classPath() {
        String tests = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String archived = System.getProperty("weir.test.archived");
        return archived == null ? tests : archived + File.pathSeparator + without(tests, archived);
    }

    /** The entries of a path whose file names are not in another path, so that no jar is there twice. */
    private static String without(String path, String other) {
        Set<Path> present = entries(other).map(Path::getFileName).collect(Collectors.toSet());
        return entries(path)
                .filter(entry -> !present.contains(entry.getFileName()))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<Path> entries(String path) {
        return Stream.of(path.split(File.pathSeparator)).map(Path::of);
    }
}
