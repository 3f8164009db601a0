import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Runs the statements of a file in DuckDB, and prints the rows of the last one, with spaces between the columns. */
final class DuckDb {

    private DuckDb() {}

    /** Arguments: the file of the statements, each of which ends with a semicolon at the end of a line. */
    public static void main(String[] arguments) throws Exception {
        String[] statements = Files.readString(Path.of(arguments[0]), StandardCharsets.UTF_8).strip().split(";\n", -1);
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            for (int i = 0; i < statements.length - 1; i++) {
                statement.execute(statements[i]);
            }
            String last = statements[statements.length - 1];
            try (ResultSet rows = statement.executeQuery(last)) {
                while (rows.next()) {
                    StringBuilder line = new StringBuilder(rows.getString(1));
                    for (int column = 2; column <= rows.getMetaData().getColumnCount(); column++) {
                        line.append(' ').append(rows.getString(column));
                    }
                    System.out.println(line);
                }
            }
        }
    }
}
