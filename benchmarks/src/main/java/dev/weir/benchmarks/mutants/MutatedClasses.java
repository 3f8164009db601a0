package dev.weir.benchmarks.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Plants a mutant: the sources that it changes are written to a folder outside the tree and compiled there against the classes
 * of the tree. In front of these on a class path they are what the tests see, and the tree stays as it is.
 *
 * <p>A constant that other classes have compiled into themselves keeps its old value there, so a mutant must not change one.
 *
 * @param root of the tree
 * @param classPath of the tree's tests
 */
record MutatedClasses(Path root, String classPath) {

    private static final String SOURCES = "src/main/java/";

    /**
     * Compiles what a mutant changes.
     *
     * @param folder an empty folder for sources and classes
     * @return the folder of the classes
     * @throws IOException if the mutant cannot be planted: its lines are not there, or what it makes of them does not compile
     */
    Path plant(Mutant mutant, Path folder) throws IOException {
        Map<String, String> sources = mutant.sources(root);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(write(sources, folder.resolve("sources")), classes);
        return classes;
    }

    private static List<Path> write(Map<String, String> sources, Path folder) throws IOException {
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = file(source.getKey(), folder);
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, source.getValue());
        }
        return sources.keySet().stream().map(source -> file(source, folder)).toList();
    }

    private static Path file(String source, Path folder) {
        return folder.resolve(source.substring(source.indexOf(SOURCES) + SOURCES.length()));
    }

    private void compile(List<Path> files, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-parameters", "-nowarn", "-classpath", classPath, "-d", classes.toString());
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!compiled) {
                throw new IOException(said.toString());
            }
        }
    }
}
