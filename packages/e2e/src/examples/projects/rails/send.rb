# A Rails application with nothing in it but Action Mailer, configured by the lines beside it.
require 'logger'
require 'rails'
require 'action_mailer/railtie'

class Application < Rails::Application
  config.eager_load = false
  config.logger = Logger.new(File::NULL)
  config.secret_key_base = 'example'
  class_eval File.read('development.rb'), 'development.rb'
end
Application.initialize!

class ExampleMailer < ActionMailer::Base
  def hello
    mail from: 'app@example.test', to: 'you@example.test', subject: 'Hello from Ruby on Rails',
         content_type: 'text/plain', body: 'Caught.'
  end
end
ExampleMailer.hello.deliver_now
