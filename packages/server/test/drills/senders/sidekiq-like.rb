# A worker as Sidekiq has it: each job makes its mail again, and waits longer after each failure, to the power of four.
require 'json'
require 'mail'

work = JSON.parse(File.read(ARGV[0]))
server = {
  address: work['host'], port: work['port'], authentication: :plain, domain: 'app.test',
  user_name: work['username'], password: work['password'], enable_starttls_auto: false
}
Mail.defaults { delivery_method :smtp, server }
$stdout.sync = true
# The usual 25 tries take three weeks.
most = 6
# Seconds of this worker for one of Sidekiq's.
hurry = 0.02

def say(line) = puts(JSON.generate(line))

now = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
began = now.call
jobs = work['mails'].map { |mail| { mail: mail, due: began + mail['at_ms'] / 1000.0, count: 0 } }
until jobs.empty?
  job = jobs.min_by { |each| each[:due] }
  jobs.delete(job)
  sleep([0, job[:due] - now.call].max)
  mail = job[:mail]
  begin
    Mail.deliver do
      from mail['from']
      to mail['to']
      subject mail['subject']
      body mail['text']
    end
    say(mail: mail['name'], result: 'accepted')
    next
  rescue StandardError => error
    # After a 421 the QUIT of the library fails too, and hides it. At DATA its class says nothing of the code.
    code = (error.cause || error).message[/\b([45])\d\d[ :-]/, 1]
    result = { '4' => 'deferred', '5' => 'refused' }.fetch(code, 'broken')
    say(mail: mail['name'], result: result, said: "#{error.class} #{error.message}")
  end
  job[:count] += 1
  if job[:count] == most
    say(mail: mail['name'], result: 'given up')
  else
    count = job[:count] - 1
    wait = (count**4 + 15 + rand(10) * (count + 1)) * hurry
    jobs << job.merge(due: now.call + wait)
  end
end
