# What an application of Elixir gets from the configuration beside it. Swoosh is not to be had without
# Hex, so nothing is sent: the values are printed, one to a line.
[my_app: [{MyApp.Mailer, options}]] =
  "dev.exs" |> File.read!() |> then(&File.write!("whole.exs", "import Config\n" <> &1)) |> then(fn :ok ->
    Config.Reader.read!("whole.exs")
  end)

for name <- [:relay, :port, :username, :password], do: IO.puts(options[name])
IO.inspect(options[:adapter])
