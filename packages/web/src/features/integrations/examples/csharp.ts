import type { Credentials } from '../credentials.ts'
import { doubleQuoted } from '../source-strings.ts'

/** .NET's own client speaks STARTTLS alone. */
export function csharp({ host, port, username, password }: Credentials): string {
  return `using System.Net;
using System.Net.Mail;

public static class Program
{
    public static void Main()
    {
        // Accepts the self-signed certificate that Mailstop makes for itself.
        ServicePointManager.ServerCertificateValidationCallback = delegate { return true; };

        using (var client = new SmtpClient(${doubleQuoted(host)}, ${port}))
        {
            client.EnableSsl = true; // STARTTLS
            client.Credentials = new NetworkCredential(
                ${doubleQuoted(username)},
                ${doubleQuoted(password)});
            client.Send("app@example.test", "you@example.test", "Hello from C#", "Caught.");
        }
    }
}
`
}
