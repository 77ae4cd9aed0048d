import java.sql.DriverManager;
import java.util.Properties;

/** Connects with a JDBC URL and the password in SERVICE_PASSWORD, and prints the answer of a query. */
class JdbcClient {
  public static void main(String[] arguments) throws Exception {
    var properties = new Properties();
    properties.setProperty("password", System.getenv("SERVICE_PASSWORD"));
    try (var connection = DriverManager.getConnection(arguments[0], properties);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT 6007 * 7001")) {
      rows.next();
      System.out.println(rows.getInt(1));
    }
  }
}
