using System.Net;
using System.Net.Mail;

/// SmtpClient of .NET, as Mono has it, with a host and a port, and a login where there is one.
public static class SmtpClientDefault
{
    public static void Main(string[] args)
    {
        using (var client = new SmtpClient(args[0], int.Parse(args[1])))
        {
            if (args.Length > 3) client.Credentials = new NetworkCredential(args[3], args[4]);
            client.Send("app@sender.test", "you@recipient.test", args[2], "Caught.");
        }
    }
}
